// Entry point of the browser host. Loads almost nothing itself, so that everything else is loaded from the compile
// cache.
import { keepCompiledCode } from '../core/platform/compiled-code.ts'

keepCompiledCode()
const { isAppCommand } = await import('../core/command-line/parse-command.ts')
if (isAppCommand(process.argv.slice(2))) await import('./command.ts')
else await import('./cli.ts')
