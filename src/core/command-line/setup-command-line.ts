import type { Latchkey } from '../app.ts'
import { followSettings } from '../features/desktop/follow-settings.ts'
import type { LogFunction } from '../platform/log/log.ts'
import { type AnswerOptions, answerCommand } from './answer-command.ts'
import { type CommandServer, removeConnectionFiles, startCommandServer } from './server.ts'

interface Options extends Pick<AnswerOptions, 'showWindow'> {
  latchkey: Latchkey
  dataFolder: string
  log: LogFunction
}

/** Listens for commands while Settings allow them. Returns a function that stops it for good. */
export async function setupCommandLine({
  latchkey,
  dataFolder,
  log,
  showWindow,
}: Options): Promise<() => Promise<void>> {
  // There is no console program for Windows yet.
  if (process.platform === 'win32') return () => Promise.resolve()
  let server: CommandServer | undefined
  let isAllowed = false
  let isClosed = false
  const answer = (request: unknown) => answerCommand({ latchkey, showWindow }, request)

  async function update(): Promise<void> {
    const isWanted = isAllowed && !isClosed
    if (isWanted && !server) {
      server = await startCommandServer({ dataFolder, answer, log })
    } else if (!isWanted && server) {
      await server.close()
      server = undefined
    }
    // guard: command-off
    if (!isAllowed) removeConnectionFiles(dataFolder)
  }

  let running: Promise<void> = Promise.resolve()
  const queue = () => {
    running = running.then(update).catch((error: unknown) => {
      log('Latchkey can’t listen for commands.', { error })
    })
    return running
  }
  await followSettings(latchkey, ({ commandLine }) => {
    isAllowed = commandLine
    void queue()
  })
  await running
  return () => {
    isClosed = true
    return queue()
  }
}
