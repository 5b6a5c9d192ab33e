/**
 * From a specification to a picture: Vega-Lite → Vega → SVG → PNG, without a browser or a network.
 *
 * SVG keeps its words as text. For PNG the fonts come from a package, never from the system, so the
 * same specification gives the same bytes on every machine of a kind.
 */
import { createRequire } from 'node:module';
import { Resvg } from '@resvg/resvg-js';
import { type Loader, type LoggerInterface, loader, logger, parse, View, Warn } from 'vega';
import { compile, type TopLevelSpec } from 'vega-lite';
import type { Specification } from './figure.ts';
import { FIGURE_WIDTH_PX } from './frame.ts';

/** Pixels of a PNG for each pixel of the figure. */
const PNG_SCALE = 2;
const FONT_FILES = [
  '@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf',
  '@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf',
];

/** Returns the picture as SVG text. Throws if the specification gives rise to a warning. */
export async function renderSvg(specification: Specification): Promise<string> {
  const complaints: string[] = [];
  const listener = complaintLogger(complaints);
  const compiled = compile(specification as unknown as TopLevelSpec, { logger: listener });
  const view = new View(parse(compiled.spec), {
    renderer: 'none',
    logger: listener,
    loader: closedLoader(),
  });
  try {
    const svg = await view.toSVG();
    if (complaints.length > 0) throw new Error(`A figure is not right: ${complaints.join('; ')}`);
    return svg;
  } finally {
    view.finalize();
  }
}

/** Returns the picture as PNG, twice as wide in pixels as the figure. */
export function renderPng(svg: string): Buffer {
  const { resolve } = createRequire(import.meta.url);
  const image = new Resvg(svg, {
    fitTo: { mode: 'width', value: FIGURE_WIDTH_PX * PNG_SCALE },
    font: {
      fontFiles: FONT_FILES.map((file) => resolve(file)),
      loadSystemFonts: false,
      defaultFontFamily: 'Inter',
      sansSerifFamily: 'Inter',
    },
  });
  return image.render().asPng();
}

/** A warning means that a figure does not show what it says, so none is passed over. */
function complaintLogger(complaints: string[]): LoggerInterface {
  const listener = logger(Warn);
  const note = (...words: readonly unknown[]): LoggerInterface => {
    complaints.push(words.map(String).join(' '));
    return listener;
  };
  listener.warn = note;
  listener.error = note;
  return listener;
}

/** Data is inside the specification; nothing is ever fetched. */
function closedLoader(): Loader {
  const closed = loader();
  closed.load = async (address) => {
    throw new Error(`A figure must hold its data, but it asks for ${address}.`);
  };
  return closed;
}
