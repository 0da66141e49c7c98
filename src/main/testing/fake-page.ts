import { readFileSync } from 'node:fs'
import { createContext, runInContext } from 'node:vm'
import type * as Electron from 'electron'

/** The parts of the host that a page can access. */
interface Bridge {
  /** The host's protocol handler. */
  serve(request: Request): Response | Promise<Response>
  ipcRenderer: Pick<Electron.IpcRenderer, 'invoke' | 'on' | 'off'>
}

/**
 * The parts of the page that a self-test inspects: served content, the built preload, and code evaluated by the host.
 * Nothing is rendered; the first screen exists as soon as the page's script has loaded.
 */
export class FakePage {
  readonly #context: object
  #screens = 0

  private constructor(url: string, policy: string | null, serve: Bridge['serve']) {
    const world = {
      location: { href: url, origin: url.replace(/\/$/, '') },
      document: {
        querySelector: (name: string) =>
          name === '#app' ? { childElementCount: this.#screens } : null,
      },
      fetch: async (path: string) => serve(new Request(new URL(path, url))),
      setTimeout,
    }
    // As in Chromium, strings can be evaluated as code unless a policy forbids it.
    const strings = policy === null || policy.includes("'unsafe-eval'")
    this.#context = createContext(Object.assign(world, { window: world }), {
      codeGeneration: { strings, wasm: false },
    })
  }

  /** Rejects as `loadURL` does if nothing is served. */
  static async load(url: string, preload: string, { serve, ipcRenderer }: Bridge) {
    const answer = await serve(new Request(url))
    if (!answer.ok) throw new Error(`ERR_HTTP_RESPONSE_CODE_FAILURE (-379) loading '${url}'`)
    const page = new FakePage(url, answer.headers.get('content-security-policy'), serve)
    page.#runPreload(preload, ipcRenderer)
    const scripts = [...(await answer.text()).matchAll(/<script[^>]* src="([^"]+)"/g)]
    for (const [, path] of scripts) {
      const script = await serve(new Request(new URL(path!, url)))
      if (script.ok) page.#screens += 1
    }
    return page
  }

  /** Evaluates code in the page and returns a copy of the result. */
  async run(code: string): Promise<unknown> {
    return structuredClone(await runInContext(code, this.#context))
  }

  /** A failing preload leaves the page without its API. */
  #runPreload(preload: string, ipcRenderer: Bridge['ipcRenderer']): void {
    const contextBridge: Pick<Electron.ContextBridge, 'exposeInMainWorld'> = {
      exposeInMainWorld: (name, api) => void Object.assign(this.#context, { [name]: api }),
    }
    const world = {
      require: () => ({ contextBridge, ipcRenderer }),
      exports: {},
      module: {},
    }
    try {
      runInContext(readFileSync(preload, 'utf8'), createContext(world))
    } catch {
      // Electron reports it with an event that the host doesn't listen to.
    }
  }
}
