// Entry point of the browser host. Loads almost nothing itself, so that everything else is loaded from the compile
// cache.
import { keepCompiledCode } from '../core/platform/compiled-code.ts'

keepCompiledCode()
await import('./cli.ts')
