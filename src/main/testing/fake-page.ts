import { readFileSync } from 'node:fs'
import { createContext, runInContext } from 'node:vm'
import type * as Electron from 'electron'

/** What a page reaches of its host. */
interface Bridge {
  /** The host's protocol. */
  serve(request: Request): Response | Promise<Response>
  ipcRenderer: Pick<Electron.IpcRenderer, 'invoke' | 'on' | 'off'>
}

/**
 * The page as far as a self-test looks at it: what the host serves for its address, the preload as it was built, and code that the
 * host runs there. It draws nothing: its first screen is there when its script is.
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
    // As in Chromium, text is made code wherever no policy refuses it.
    const strings = policy === null || policy.includes("'unsafe-eval'")
    this.#context = createContext(Object.assign(world, { window: world }), {
      codeGeneration: { strings, wasm: false },
    })
  }

  /** Rejects as `loadURL` does where nothing is served. */
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

  /** Runs code as the page's own; its result crosses over as a copy. */
  async run(code: string): Promise<unknown> {
    return structuredClone(await runInContext(code, this.#context))
  }

  /** A preload that fails leaves the page without it. */
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
      // Electron tells of it by an event, which no part of the host listens to.
    }
  }
}
