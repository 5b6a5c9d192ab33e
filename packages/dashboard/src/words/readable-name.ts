/**
 * The name of a variable as a person would write it: "dayLength" and "day_length" become "day length".
 *
 * Names that hold spaces or capitals alone are somebody's own words and stay as they are.
 */
export function readableName(name: string): string {
  if (!/^[a-z][A-Za-z0-9_]*$/.test(name)) return name;
  return name
    .replaceAll('_', ' ')
    .replace(/(?<=[a-z0-9])[A-Z](?=[a-z])/g, (letter) => ` ${letter.toLowerCase()}`);
}
