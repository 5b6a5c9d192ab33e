/**
 * Ends this process, in order, when the one that started it is gone.
 *
 * The command is started by bin/hedgerow.js, which hands signals on. Where that is killed, it hands on nothing any more, and a
 * service would keep its port and its folder from the next one that is started.
 */

/** Without effect where nobody holds the other end. */
export function endWithStarter(): void {
  // Holding it open must not keep a command from ending.
  process.channel?.unref();
  const end = () => process.kill(process.pid, 'SIGTERM');
  // It may be gone before we have loaded; without a channel this is undefined.
  if (process.connected === false) end();
  process.once('disconnect', end);
}
