// Entry point of the browser host. Loads almost nothing itself, so that the rest comes from the compile cache.
import { keepCompiledCode } from '../core/platform/compiled-code.ts'

keepCompiledCode()
await import('./cli.ts')
