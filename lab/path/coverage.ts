import { Session } from 'node:inspector/promises'
import { join, relative } from 'node:path'
import { pathToFileURL, fileURLToPath } from 'node:url'

export interface ExecutedFunction {
  /** Relative to the project. */
  file: string
  name: string
}

const project = join(import.meta.dirname, '../..')
const sources = pathToFileURL(join(project, 'src/')).href
const sandbox = pathToFileURL(join(project, 'src/sandbox/')).href

/** The functions of the application that run during a call, without the sandbox's. */
export async function executedFunctions(call: () => Promise<unknown>): Promise<ExecutedFunction[]> {
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
  await call()
  const { result } = await session.post('Profiler.takePreciseCoverage')
  session.disconnect()
  return result
    .filter(({ url }) => url.startsWith(sources) && !url.startsWith(sandbox))
    .flatMap(({ url, functions }) =>
      functions
        .filter(({ ranges, functionName }) => ranges[0]!.count > 0 && functionName !== '')
        .map(({ functionName }) => ({
          file: relative(project, fileURLToPath(url)),
          name: functionName,
        })),
    )
}
