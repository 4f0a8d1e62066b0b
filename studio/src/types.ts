/** What the server says, as crates/rowsmith-studio/src has it (app/state.rs, app/page_view.rs, view.rs, jobs.rs). */

export type Kind = "text" | "link" | "image";
export type ValueType = "text" | "number" | "price" | "date" | "url";
/** A number, a date, or that the text is neither. */
export type Value = number | string | boolean | null;

export interface Line {
  what: string;
  command: string;
}

export interface PageSummary {
  id: number;
  source: string;
  told: boolean;
  learn: boolean;
  records: number | null;
  template: string | null;
  drift: string[];
  error: string | null;
}

export interface Template {
  name: string;
  pages: number;
  columns: string[];
  selector: string;
}

export interface State {
  folder: string;
  pages: PageSummary[];
  wrapper: { version: string; templates: Template[] } | null;
  steps: number;
  renders: boolean;
}

export interface Column {
  name: string;
  from: string;
  kind: Kind;
  type: ValueType;
  found_type: ValueType;
}

export interface Row {
  cells: (string | null)[];
  values: Value[];
  elements: number[];
  places: number[][];
}

export interface Table {
  columns: Column[];
  rows: Row[];
  dropped: Column[];
}

export interface List {
  main: boolean;
  confidence: number | null;
  records: number;
  columns: string[];
  first: string;
  elements: number[][];
}

export interface PageView {
  id: number;
  source: string;
  url: string | null;
  learn: boolean;
  from: "told" | "wrapper" | "search" | "nothing";
  lists: List[];
  table: Table | null;
  left_out: string[];
  warnings: string[];
  next: string | null;
  applied: { template: string | null; records: number; drift: string[] } | null;
  commands: Line[];
}

export interface DataRow {
  page: number;
  record: number;
  cells: (string | null)[];
  values: Value[];
}

export interface Rows {
  columns: { name: string; kind: Kind; type: ValueType }[];
  rows: DataRow[];
  waiting: number;
  commands: Line[];
}

export interface Status {
  revision: number;
  job: { id: number; name: string; done: number; all: number | null } | null;
  notices: { id: number; text: string }[];
}
