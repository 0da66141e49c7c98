import { contextBridge, ipcRenderer, webUtils } from 'electron'
import type { Host } from '../shared/operations/host.ts'

const host: Host = {
  invoke: (name, input, account) => ipcRenderer.invoke('invoke', name, input, account),
  on(name, listener) {
    const channel = `event:${name}`
    const onEvent = (_: unknown, payload: unknown) => listener(payload as never)
    ipcRenderer.on(channel, onEvent)
    return () => ipcRenderer.off(channel, onEvent)
  },
  pathOf: (file) => webUtils.getPathForFile(file as File),
}

// guard: preload
contextBridge.exposeInMainWorld('latchkey', host)
