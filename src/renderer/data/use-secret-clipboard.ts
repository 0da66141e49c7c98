import { ref } from 'vue'
import { copiedEvent, copyText, readText } from '../ui/clipboard.ts'
import { forgetCopied, noteCopied } from './copied-secret.ts'
import { useLatchkey } from './latchkey.ts'
import { useSettingsStore } from './stores/settings.ts'
import { useToast } from '../ui/use-toast.ts'

/**
 * Copies secrets, and takes each out of the clipboard again after the seconds that are set if it is still there.
 *
 * Of what was copied only a hash is kept. The watch goes on when the screen is left, because the clipboard does not
 * forget then either.
 */
export function useSecretClipboard(seconds = useSettingsStore().settings.clipboardSeconds) {
  const latchkey = useLatchkey()
  // The clipboard is the same for all accounts.
  const { say } = useToast(null)
  const wasCopied = ref(false)
  const isConcealed = window.latchkey !== undefined
  /** What is in the clipboard, and when it leaves it, in milliseconds since 1970; nothing while there is none. */
  const held = ref<{ what: string; until: number }>()
  let latest: ReturnType<typeof watchClipboard> | undefined

  /** Copies a text that is secret or holds a secret; answers whether it is in the clipboard. */
  async function copy(text: string, what: string): Promise<boolean> {
    if (!(await write(text))) {
      say(`${what} could not be copied. Show it, select it and copy it yourself.`)
      return false
    }
    const watched = watchClipboard()
    latest = watched
    wasCopied.value = true
    held.value = { what, until: Date.now() + seconds * 1000 }
    setTimeout(() => void end(watched, what), seconds * 1000)
    const left = `${what} copied. It leaves the clipboard in ${seconds} seconds.`
    say(isConcealed ? left : `${left} Clipboard histories may keep it.`)
    noteCopied()
    const hash = await watched.remember(text)
    // Locking takes it out too; where that cannot be told, the time does.
    latchkey()
      .lock.copied({ hash })
      .catch(() => undefined)
    return true
  }

  /** The desktop app marks it as a secret, which a page can't. */
  async function write(text: string): Promise<boolean> {
    if (!isConcealed) return copyText(text)
    const { copied } = await latchkey()
      .lock.copySecret({ text })
      .catch(() => ({ copied: false }))
    if (copied) window.dispatchEvent(new Event(copiedEvent))
    return copied
  }

  async function end(watched: ReturnType<typeof watchClipboard>, what: string) {
    if (latest === watched) held.value = undefined
    const found = await watched.end()
    forgetCopied()
    if (found === 'something-else') return
    if (found === 'the-secret' && (await copyText(''))) {
      return say(`${what} was taken out of the clipboard.`)
    }
    say(`${what} may still be in the clipboard.`, {
      label: 'Clear the clipboard',
      run: async () => {
        const isDone = await copyText('')
        say(isDone ? 'The clipboard is empty.' : 'Copy something else to replace it.')
      },
    })
  }

  return { copy, wasCopied, held }
}

/** What the clipboard holds, as far as it can be known. */
type Held = 'the-secret' | 'something-else' | 'unknown'

/** Watches what becomes of a text that was just copied. */
function watchClipboard() {
  const listening = new AbortController()
  const { signal } = listening
  let isReplaced = false
  let wasLeft = false
  let hash: string | undefined
  for (const event of [copiedEvent, 'copy', 'cut']) {
    window.addEventListener(event, () => (isReplaced = true), { signal })
  }
  window.addEventListener('blur', () => (wasLeft = true), { signal })

  async function end(): Promise<Held> {
    // A page in the background may neither look at the clipboard nor change it.
    if (!isReplaced) await pageFocus()
    listening.abort()
    if (isReplaced) return 'something-else'
    const text = await readText()
    if (text !== undefined) return (await hashOf(text)) === hash ? 'the-secret' : 'something-else'
    return wasLeft ? 'unknown' : 'the-secret'
  }

  return { remember: async (text: string) => (hash = await hashOf(text)), end }
}

async function pageFocus(): Promise<void> {
  if (document.hasFocus()) return
  await new Promise((resolve) => window.addEventListener('focus', resolve, { once: true }))
}

async function hashOf(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
