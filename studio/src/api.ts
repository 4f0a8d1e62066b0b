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
