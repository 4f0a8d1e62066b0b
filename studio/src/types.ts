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
  given: boolean;
  learn: boolean;
  part: Part | null;
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
  /** Which project it is; what is asked says so. */
  generation: number;
  /** The folders of other projects that were open. */
  recent: string[];
  pages: PageSummary[];
  wrapper: { version: string; templates: Template[] } | null;
  steps: number;
  renders: boolean;
  formats: { name: string; about: string }[];
  /** What a column may mean to a person, and what such columns are taken from. */
  roles: Role[];
}

export interface Role {
  name: string;
  kind: Kind;
}

export interface Column {
  name: string;
  from: string;
  kind: Kind;
  type: ValueType;
  found_type: ValueType;
  role: string | null;
  /** The columns that are joined to it, as they were found. */
  joined: string[];
  /** Which part of a split column it is. */
  part: number | null;
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

/** What a page holds. */
export type Part = "list" | "posts" | "article" | "item" | "objects";

export interface PageView {
  id: number;
  source: string;
  url: string | null;
  learn: boolean;
  part: Part;
  /** Whether a person said what it holds. */
  said: boolean;
  /** Whether a person chose its records. */
  chosen: boolean;
  /** The fields of which a person said where they are. */
  pointed: { name: string; absent: boolean }[];
  from: "given" | "wrapper" | "search" | "nothing";
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

/** The learning of gazetteers: app/learning.rs, and what the library says of it (objects/learning/state.rs). */
export type Verdict = "accept" | "reject" | "blacklist";
export type TermStatus = "seed" | "learnt" | "accepted" | "noise" | "rejected" | "blacklisted";
export type LearnMethod = "agreement" | "amber";

export interface TermPlace {
  page: string;
  element: number;
  text: string;
  is_value: boolean;
}

export interface Term {
  term: string;
  positive: number;
  negative: number;
  round: number;
  status: TermStatus;
  confidence: number | null;
  found: { right: number; wrong: number; pages: number; places: TermPlace[] };
}

export interface AttributeRound {
  values: number;
  recognised: number;
  learnt: string[];
  dropped: string[];
  terms: number;
}

export interface Round {
  number: number;
  pages: number;
  failed: number;
  attributes: Record<string, AttributeRound>;
}

export interface Score {
  round: number;
  terms: number;
  precision: number;
  recall: number;
  f1: number;
}

export interface Attribute {
  name: string;
  can_learn: boolean;
  learns: boolean;
  pivot: boolean;
  regular: boolean;
  known: number;
  noise: number;
  right: number;
  scores: Score[];
}

export interface Learner {
  schema: string;
  method: LearnMethod;
  attributes: Attribute[];
  rounds: Round[];
  saturated: boolean;
  decisions: { attribute: string; term: string; verdict: Verdict; after: number; overruled?: number }[];
  decided: number;
  commands: Line[];
}

export interface LearningView {
  schemas: string[];
  samples: { domain: string; about: string; pages: number }[];
  learning: Learner | null;
}

export interface ValuePlace {
  attribute: string;
  text: string;
  from: "annotated" | "kept" | "inferred";
  support: number;
  terms: string[];
  elements: number[];
}

export interface Area {
  main: boolean;
  found_by: string;
  pivot: string | null;
  element: number;
  objects: { elements: number[]; values: ValuePlace[] }[];
}
