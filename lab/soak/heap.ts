import { setTimeout as delay } from 'node:timers/promises'

/** A program’s heap after garbage collection, in MiB. */
export interface Heap {
  /** The total, including memory outside of V8. */
  whole: number
  /**
   * The compiled code. It grows for hours as more and more functions run often enough to be optimized. That isn’t a
   * leak, because each function is optimized only once.
   */
  code: number
}

/** The heap spaces with machine code, bytecode, and their metadata. */
const codeSpaces =
  /^(code|trusted|code_large_object|trusted_large_object|shared_trusted|shared_trusted_large_object)_space$/

/**
 * Reads the heap after garbage collection. Connects to the debugger only briefly, so that the connection itself doesn’t
 * retain objects.
 */
export async function readHeap(debuggerUrl: string): Promise<Heap> {
  const socket = new WebSocket(debuggerUrl)
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve, { once: true })
    socket.addEventListener('error', reject, { once: true })
  })
  let last = 0
  function ask<Result>(method: string, params: object = {}): Promise<Result> {
    const id = (last += 1)
    socket.send(JSON.stringify({ id, method, params }))
    return new Promise((resolve) => {
      socket.addEventListener('message', function listen({ data }: MessageEvent<string>) {
        const answer = JSON.parse(data) as { id?: number; result: Result }
        if (answer.id !== id) return
        socket.removeEventListener('message', listen)
        resolve(answer.result)
      })
    })
  }
  try {
    // Collecting some objects may release others in the next turn.
    for (let round = 0; round < 3; round += 1) {
      await ask('HeapProfiler.collectGarbage')
      await delay(100)
    }
    const { usedSize, backingStorageSize = 0 } = await ask<{
      usedSize: number
      backingStorageSize?: number
    }>('Runtime.getHeapUsage')
    const { result } = await ask<{ result: { value: Space[] } }>('Runtime.evaluate', {
      expression: `process.getBuiltinModule('node:v8').getHeapSpaceStatistics()`,
      returnByValue: true,
    })
    const code = result.value
      .filter(({ space_name }) => codeSpaces.test(space_name))
      .reduce((sum, { space_used_size }) => sum + space_used_size, 0)
    return { whole: (usedSize + backingStorageSize) / 2 ** 20, code: code / 2 ** 20 }
  } finally {
    socket.close()
  }
}

interface Space {
  space_name: string
  space_used_size: number
}
