/**
 * Which files the weather of a season is read from, and over which days.
 */
import type { JSX } from 'preact';
import { useId } from 'preact/hooks';
import type { FileWeather, ForecastFiles } from './forecast-file.ts';

export interface ForecastFilesProps {
  readonly files: ForecastFiles;
  readonly read: FileWeather;
  readonly onFiles: (files: ForecastFiles) => void;
}

export function ForecastFilesForm({ files, read, onFiles }: ForecastFilesProps): JSX.Element {
  const file = (key: 'forecast' | 'history', label: string, help: string) => (
    <FileField label={label} help={help} onText={(text) => onFiles({ ...files, [key]: text })} />
  );
  const day = (key: 'from' | 'to', label: string) => (
    <DayField
      label={label}
      value={files[key]}
      onValue={(value) => onFiles({ ...files, [key]: value })}
    />
  );
  return (
    <div class="stack-tight">
      <div class="field-grid">
        {file(
          'forecast',
          'Forecast, as it was downloaded',
          'Open-Meteo, MET Norway, NWS, Solcast, or a table. It counts for all fields.',
        )}
        {file(
          'history',
          'Daily weather of past years',
          'For the part of the season that no forecast reaches, such as NASA POWER.',
        )}
        {day('from', 'The season lasts from')}
        {day('to', 'to')}
      </div>
      {read.fault !== null && (
        <p class="field-fault" role="alert">
          {read.fault}
        </p>
      )}
      {read.notes.length > 0 && (
        <ul class="sentences small">
          {read.notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
      {read.weather !== null && <p role="status">The files tell the weather of every field.</p>}
    </div>
  );
}

interface FileFieldProps {
  readonly label: string;
  readonly help: string;
  readonly onText: (text: string) => void;
}

function FileField({ label, help, onText }: FileFieldProps): JSX.Element {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        id={id}
        type="file"
        accept=".json,.csv,.txt,application/json,text/csv"
        aria-describedby={`${id}-help`}
        onChange={(event) => {
          void event.currentTarget.files?.[0]?.text().then(onText);
        }}
      />
      <span id={`${id}-help`} class="field-help">
        {help}
      </span>
    </div>
  );
}

interface DayFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onValue: (value: string) => void;
}

function DayField({ label, value, onValue }: DayFieldProps): JSX.Element {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        id={id}
        type="date"
        value={value}
        onInput={(event) => onValue(event.currentTarget.value)}
      />
    </div>
  );
}
