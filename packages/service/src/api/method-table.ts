/**
 * Which methods an address takes, to tell a wrong method (405) from a wrong address (404).
 */
export interface MethodTable {
  add(pattern: string, methods: string | readonly string[]): void;
  /** Methods that routes at this path take; empty if there is no such route. */
  methodsAt(path: string): readonly string[];
}

export function createMethodTable(): MethodTable {
  const table = new Map<string, { readonly form: RegExp; readonly methods: Set<string> }>();
  return {
    add: (pattern, methods) => {
      const entry = table.get(pattern) ?? { form: formOf(pattern), methods: new Set() };
      for (const method of [methods].flat()) entry.methods.add(method as string);
      table.set(pattern, entry);
    },
    methodsAt: (path) =>
      [...table.values()]
        .filter(({ form }) => form.test(path))
        .flatMap(({ methods }) => [...methods]),
  };
}

/** `/v1/policies/:id` → one part of the path where the name stands; `::` is a plain colon. */
function formOf(pattern: string): RegExp {
  const parts = pattern.split('/').map((part) => {
    if (/^:[^:]/.test(part)) return '[^/]+';
    return part.replaceAll('::', ':').replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  });
  return new RegExp(`^${parts.join('/')}$`);
}
