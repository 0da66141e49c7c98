import { join } from 'node:path'
import { createInstanceTags } from './instance-tag.ts'
import { type Log, createLog } from './log.ts'
import { type LogFile, openLogFile } from './log-file.ts'
import { currentTime } from '../../../shared/clock.ts'

/** The log of a data folder. */
export interface OpenLog extends Log {
  file: LogFile
  /** The name of an instance in the log. */
  tag(baseUrl: string): string
}

/** Opens the log in `logs` of a data folder. `echo` gets warnings and errors, or everything if verbose. */
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
    now: currentTime,
    tag,
  })
  return { ...log, file, tag }
}
