/** Asks the server. All addresses are relative to the one with the token. */

let project = "0";

/** Says to which project everything belongs that is asked from now on. */
export function setProject(generation: number) {
  project = String(generation);
}

async function answer<T>(response: Response): Promise<T> {
  const body = await response.json();
  if (!response.ok) throw new Error(body.error ?? response.statusText);
  return body as T;
}

export async function get<T>(path: string): Promise<T> {
  return answer<T>(await fetch(`api/${path}`));
}

export async function post<T = unknown>(path: string, value: unknown = {}): Promise<T> {
  return answer<T>(await fetch(`api/${path}?${new URLSearchParams({ project })}`, { method: "POST", body: JSON.stringify(value) }));
}

export async function send(file: Blob, name: string, url: string): Promise<{ id: number }> {
  const query = new URLSearchParams({ name, url, project });
  return answer(await fetch(`api/pages?${query}`, { method: "POST", body: file }));
}

/** Sends a file with pages in it, which are opened when their turn comes. */
export async function sendArchive(file: Blob, name: string): Promise<void> {
  const query = new URLSearchParams({ name, project });
  await answer(await fetch(`api/archives?${query}`, { method: "POST", body: file }));
}

/** Saves a file; what is refused is an error, and leads nowhere. */
export async function save(path: string) {
  const response = await fetch(`api/${path}`);
  if (!response.ok) await answer(response);
  const name = /filename="([^"]*)"/.exec(response.headers.get("Content-Disposition") ?? "")?.[1] ?? "file";
  const link = document.createElement("a");
  link.href = URL.createObjectURL(await response.blob());
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
