import { type Running, run } from './process.ts'

/** The accounts service, as a process of its own. */
export interface SandboxProcess {
  url: string
  host: string
  /** The first match of a pattern in what it printed, for example the link of a mail; waited for. */
  printed(pattern: RegExp): Promise<RegExpExecArray>
  tokens: Record<'admin' | 'user' | 'read_user' | 'expired' | 'revoked' | 'blocked', string>
  /** Ends it; `start` brings it back at the same address with the same data. */
  stop(): Promise<void>
  start(): Promise<void>
}

export interface SandboxOptions {
  flavour?: 'gitlab' | 'interface'
  /** What goes wrong: "METHOD PATH CALLS KIND". */
  faults?: readonly string[]
}

/** The options as flags of the sandbox. */
export function flagsOf({ flavour = 'gitlab', faults = [] }: SandboxOptions): string[] {
  return ['--flavour', flavour, ...faults.flatMap((fault) => ['--fault', fault])]
}

export async function startSandboxProcess(
  data: string,
  seed = 1,
  /** Flags that come after the usual ones, and so win over them. */
  more: readonly string[] = [],
): Promise<SandboxProcess> {
  let running: Running
  const launch = async (port: string) => {
    const flags = ['--data', data, '--users', '60', '--seed', String(seed), '--flavour', 'gitlab']
    running = run('src/sandbox/cli.ts', [...flags, '--port', port, ...more])
    const [line] = await running.printed(/^\{.*\}$/m)
    return JSON.parse(line) as Pick<SandboxProcess, 'url' | 'tokens'>
  }
  const { url, tokens } = await launch('0')
  return {
    url,
    host: new URL(url).host,
    tokens,
    printed: (pattern) => running.printed(pattern),
    stop: () => running.stop(),
    start: async () => void (await launch(new URL(url).port)),
  }
}
