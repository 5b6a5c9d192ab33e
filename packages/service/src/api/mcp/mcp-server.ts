/**
 * A server of the Model Context Protocol with our tools; who calls the HTTP API for it, and how, is given.
 */
import { McpServer } from '@modelcontextprotocol/server';
import type { Problem } from '../../wire.ts';
import { type ApiAnswer, type CallApi, MCP_TOOLS, type McpTool } from './mcp-tools.ts';

const INSTRUCTIONS =
  'Decisions that never end up much worse than the usual action. Ask decide before you act, take exactly the action it answers, and report the reward with observe. preview and budget only look.';

/** Returns a server for one conversation, or one request of one. */
export function createMcpServer(call: CallApi, version: string): McpServer {
  const server = new McpServer({ name: 'hedgerow', version }, { instructions: INSTRUCTIONS });
  for (const tool of MCP_TOOLS) {
    const { name, title, description, input, output, isReading, isIdempotent } = tool;
    const annotations = {
      title,
      readOnlyHint: isReading,
      destructiveHint: false,
      idempotentHint: isIdempotent,
      openWorldHint: false,
    };
    server.registerTool(
      name,
      { title, description, inputSchema: input, outputSchema: output, annotations },
      async (given: unknown) => resultOf(await run(tool, call, given)),
    );
  }
  return server;
}

/** A service that is away is an answer, too: the agent must know that nothing is certain. */
async function run(tool: McpTool, call: CallApi, given: unknown): Promise<ApiAnswer> {
  try {
    return await tool.run(call, given as never);
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    const detail = `The service could not be asked (${said}). Take the usual action.`;
    return { status: 503, body: { code: 'HR_JOURNAL_UNAVAILABLE', detail } };
  }
}

function resultOf({ status, body }: ApiAnswer) {
  if (status === 200) {
    const structuredContent = body as Record<string, unknown>;
    return {
      content: [{ type: 'text' as const, text: JSON.stringify(body) }],
      structuredContent,
    };
  }
  const { code, detail } = body as Partial<Problem>;
  return { content: [{ type: 'text' as const, text: `${detail} [${code}]` }], isError: true };
}
