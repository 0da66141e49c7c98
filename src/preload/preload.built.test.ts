import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { createContext, runInContext } from 'node:vm'
import { describe, expect, it, vi } from 'vitest'
import type { Host } from '../shared/operations/host.ts'

const folder = join(import.meta.dirname, '../../out/preload')

describe('built preload', () => {
  const code = readFileSync(join(folder, 'index.cjs'), 'utf8')

  it('consists of one CommonJS file that requires only electron', () => {
    expect(readdirSync(folder)).toEqual(['index.cjs'])
    const required = [...code.matchAll(/require\((['"`])(.*?)\1\)/g)].map(([, , name]) => name)
    expect(new Set(required)).toEqual(new Set(['electron']))
    expect(code).not.toMatch(/\bimport\s*[({"']/)
  })

  it('exposes only invoke, on, and pathOf', async () => {
    const exposed: Record<string, Host> = {}
    const ipcRenderer = { invoke: vi.fn(async () => 'answer'), on: vi.fn(), off: vi.fn() }
    const electron = {
      contextBridge: {
        exposeInMainWorld: (name: string, api: Host) => void (exposed[name] = api),
      },
      ipcRenderer,
      webUtils: { getPathForFile: ({ name }: File) => `/home/ada/${name}` },
    }
    runInContext(code, createContext({ require: () => electron, exports: {}, module: {} }))
    expect(Object.keys(exposed)).toEqual(['latchkey'])
    const host = exposed.latchkey!
    expect(Object.keys(host)).toEqual(['invoke', 'on', 'pathOf'])
    expect(await host.invoke('user.get', {}, 'a')).toBe('answer')
    expect(ipcRenderer.invoke).toHaveBeenCalledWith('invoke', 'user.get', {}, 'a')
    expect(host.pathOf?.(new File([], 'work'))).toBe('/home/ada/work')
    const listener = vi.fn()
    const end = host.on('settings', listener)
    const [channel, onEvent] = ipcRenderer.on.mock.calls[0] as [
      string,
      (...args: unknown[]) => void,
    ]
    onEvent({}, { theme: 'dark' })
    expect(channel).toBe('event:settings')
    expect(listener).toHaveBeenCalledWith({ theme: 'dark' })
    end()
    expect(ipcRenderer.off).toHaveBeenCalledWith('event:settings', onEvent)
  })
})
