/**
 * A command that makes a policy and its first decision in one call.
 */
const REQUEST = {
  policy: {
    actions: ['early', 'thirsty', 'local'],
    baseline: { action: 'local', reward: { min: 7.5, max: 8.5 } },
    context: { temperature: { min: 5, max: 35 }, rain: { min: 0, max: 400 } },
    reward: { min: 4, max: 14, unit: 't/ha' },
    allowedShortfall: 0.1,
  },
  context: {
    temperature: { kind: 'normal', mean: 21, sd: 3 },
    rain: { kind: 'quantiles', p10: 20, p50: 90, p90: 210 },
  },
};

/** Returns the command for the service at this origin. */
export function firstDecisionCommand(origin: string): string {
  return [
    `curl ${origin}/v1/policies/maize/decisions \\`,
    "  -H 'content-type: application/json' \\",
    `  -d '{\n${Object.entries(REQUEST).map(partText).join(',\n')}\n}'`,
  ].join('\n');
}

/** One line for each setting: short enough to be read, whole enough to be copied. */
function partText([name, part]: [string, object]): string {
  const lines = Object.entries(part).map(
    ([key, value]) => `    "${key}": ${JSON.stringify(value)}`,
  );
  return `  "${name}": {\n${lines.join(',\n')}\n  }`;
}
