import { type Running, run } from './process.ts'

/** The accounts service, as a process of its own. */
export interface SandboxProcess {
  url: string
  host: string
  tokens: Record<'admin' | 'user' | 'read_user' | 'expired' | 'revoked' | 'blocked', string>
  /** Ends it; `start` brings it back at the same address with the same data. */
  stop(): Promise<void>
  start(): Promise<void>
}

export async function startSandboxProcess(data: string, seed = 1): Promise<SandboxProcess> {
  let running: Running
  const launch = async (port: string) => {
    const flags = ['--data', data, '--users', '60', '--seed', String(seed), '--flavour', 'gitlab']
    running = run('src/sandbox/cli.ts', [...flags, '--port', port])
    const [line] = await running.printed(/^\{.*\}$/m)
    return JSON.parse(line) as Pick<SandboxProcess, 'url' | 'tokens'>
  }
  const { url, tokens } = await launch('0')
  return {
    url,
    host: new URL(url).host,
    tokens,
    stop: () => running.stop(),
    start: async () => void (await launch(new URL(url).port)),
  }
}
