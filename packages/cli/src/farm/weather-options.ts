/**
 * `--weather temperature=22.5,0.8`: what is foreseen, or came, of each variable.
 */
import type { ContextDescription } from '@hedgerow/core';
import { type Command, InvalidArgumentError } from 'commander';
import { parseForecast } from './parse-forecast.ts';

export type WeatherOption = Readonly<Record<string, ContextDescription>>;

/** Adds the option. */
export function addWeatherOption(command: Command, text: string): Command {
  return command.option('--weather <name=forecast>', text, collectWeather, {});
}

function collectWeather(text: string, before: WeatherOption): WeatherOption {
  const at = text.indexOf('=');
  if (at < 1) throw new InvalidArgumentError('It must be NAME=FORECAST: temperature=22.5,0.8.');
  const name = text.slice(0, at).trim();
  return { ...before, [name]: parseForecast(name, text.slice(at + 1)).describe() };
}
