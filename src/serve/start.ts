// The browser host starts here, with next to nothing loaded: the code of all the rest comes compiled from the last start.
import { keepCompiledCode } from '../core/platform/compiled-code.ts'

keepCompiledCode()
await import('./cli.ts')
