/**
 * Builds what a clone has only as source, and says so; where that fails, the service does without.
 */
export async function tryToBuild(what: string, build: () => Promise<void>): Promise<void> {
  tell(`building ${what}, once …`);
  try {
    await build();
  } catch (error) {
    tell(`${what} could not be built (${(error as Error).message.split('\n')[0]}).`);
  }
}

function tell(text: string): void {
  process.stderr.write(`hedgerow: ${text}\n`);
}
