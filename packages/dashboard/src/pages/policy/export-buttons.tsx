/**
 * Saves the decisions of a policy as a file.
 *
 * A plain link would not send the API key, so the file is fetched and then handed to the browser.
 */
import type { ExportFormat } from '@hedgerow/client';
import type { JSX } from 'preact';
import { Button } from '../../design/button.tsx';
import { actionFailureText, useAction } from '../../live/use-action.ts';

export function ExportButtons({ policy }: { readonly policy: string }): JSX.Element {
  const action = useAction();
  const save = (format: ExportFormat) =>
    action.run(async (client) => {
      const stream = await client.export(policy, format);
      saveAs(await new Response(stream).blob(), `${policy}.${format}`);
    });
  return (
    <div class="stack-tight">
      <div class="row">
        <Button isDisabled={action.isBusy} onClick={() => void save('csv')}>
          Save as CSV
        </Button>
        <Button isDisabled={action.isBusy} onClick={() => void save('jsonl')}>
          Save as JSON lines
        </Button>
      </div>
      <p class="field-fault" role="status">
        {action.failure && actionFailureText(action.failure)}
      </p>
    </div>
  );
}

function saveAs(content: Blob, name: string): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser has begun to read it by then; keeping it longer would only keep memory.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
