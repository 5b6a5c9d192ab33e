/**
 * A report of the lab as plain data, as it stands in its `report.md`.
 */
export type CellSide = 'left' | 'right';

export type ReportBlock =
  | { readonly kind: 'paragraph'; readonly text: string }
  | { readonly kind: 'list'; readonly items: readonly string[] }
  | { readonly kind: 'code'; readonly text: string }
  | {
      readonly kind: 'figure';
      readonly title: string;
      readonly altText: string;
      /** Beside the report: `figures/safety.png`. */
      readonly path: string;
    }
  | ReportTable;

export interface ReportTable {
  readonly kind: 'table';
  readonly caption: string;
  readonly columns: readonly { readonly title: string; readonly side: CellSide }[];
  readonly rows: readonly (readonly string[])[];
}

export interface ReportSection {
  readonly title: string;
  readonly blocks: readonly ReportBlock[];
}

export interface ReportContent {
  readonly title: string;
  /** The answer in a few sentences, before all details. */
  readonly lead: readonly string[];
  readonly sections: readonly ReportSection[];
}
