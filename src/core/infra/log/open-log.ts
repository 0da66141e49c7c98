import { join } from 'node:path'
import { createInstanceTags } from './instance-tag.ts'
import { type Log, createLog } from './log.ts'
import { type LogFile, openLogFile } from './log-file.ts'

/** The log of a data folder, for what writes it and for what shows it. */
export interface OpenLog extends Log {
  file: LogFile
  /** The name of an instance in the log. */
  tag(baseUrl: string): string
}

/** Opens the log in `logs` of a data folder. Warnings and errors go to `echo` too, and everything where it is verbose. */
export function openLog(
  dataFolder: string,
  { verbose = false, echo }: { verbose?: boolean; echo?: (line: string) => void } = {},
): OpenLog {
  const folder = join(dataFolder, 'logs')
  const file = openLogFile(folder)
  const tag = createInstanceTags(join(folder, 'tag.key'))
  const log = createLog({
    write(line, level) {
      file.write(line)
      if (verbose || level === 'error' || level === 'warn') echo?.(line)
    },
    level: verbose ? 'debug' : 'info',
    now: Date.now,
    tag,
  })
  return { ...log, file, tag }
}
