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
  const strict = strictLogger();
  const compiled = compile(specification as unknown as TopLevelSpec, { logger: strict });
  const view = new View(parse(compiled.spec), {
    renderer: 'none',
    logger: strict,
    loader: closedLoader(),
  });
  try {
    return await view.toSVG();
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

/** A warning means that a figure does not show what it says, so it is an error here. */
function strictLogger(): LoggerInterface {
  const strict = logger(Warn);
  const refuse = (...words: readonly unknown[]): never => {
    throw new Error(`A figure could not be drawn: ${words.map(String).join(' ')}`);
  };
  strict.warn = refuse;
  strict.error = refuse;
  return strict;
}

/** Data is inside the specification; nothing is ever fetched. */
function closedLoader(): Loader {
  const closed = loader();
  closed.load = async (address) => {
    throw new Error(`A figure must hold its data, but it asks for ${address}.`);
  };
  return closed;
}
