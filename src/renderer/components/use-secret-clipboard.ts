import { ref } from 'vue'
import { currentTime } from '../../shared/rules/clock.ts'
import { copiedEvent, copyText, readText } from '../ui/clipboard.ts'
import { unmarkCopied, markCopied } from './copied-secret.ts'
import { useHost, useLatchkey } from '../bridge/latchkey.ts'
import { useSettingsStore } from '../stores/settings.ts'
import { t } from '../ui/messages.ts'
import { useToast } from '../ui/use-toast.ts'

/** Stops following the previous secret, because all screens share the clipboard. */
let stopFollowing = () => {}

/**
 * Copies secrets, which are cleared from the clipboard after the configured time if they’re still there. The desktop app
 * does that itself, because its page can’t access the clipboard in the background.
 *
 * Keeps only a secret’s hash, and keeps running after the screen closes, because the secret is still in the clipboard.
 */
export function useSecretClipboard(seconds = useSettingsStore().settings.clipboardSeconds) {
  const latchkey = useLatchkey()
  const host = useHost()
  // All accounts share the clipboard.
  const { showToast } = useToast(null, 'clipboard')
  const wasCopied = ref(false)
  const isApp = window.latchkey !== undefined
  /** The secret in the clipboard and when it will be cleared (ms since 1970). */
  const copied = ref<{ name: string; until: number }>()
  let latest: ReturnType<typeof watchClipboard> | undefined

  /** Copies text that is or contains a secret; `secret` is the secret’s name. Returns whether it succeeded. */
  async function copy(text: string, secret: string): Promise<boolean> {
    if (!(await (isApp ? copyInApp(text, secret) : copyInBrowser(text, secret)))) {
      showToast(t('common.copyFailed', { what: secret }))
      return false
    }
    wasCopied.value = true
    copied.value = { name: secret, until: currentTime() + seconds * 1000 }
    showToast(isApp ? t('common.copied', { what: secret }) : t('tokens.copiedInPage', { secret }))
    return true
  }

  /** Unlike a web page, the desktop app can mark the text as secret, and clear it without the focus. */
  async function copyInApp(text: string, secret: string): Promise<boolean> {
    const { copied: isCopied } = await latchkey()
      .lock.copySecret({ text })
      .catch(() => ({ copied: false }))
    if (!isCopied) return false
    window.dispatchEvent(new Event(copiedEvent))
    stopFollowing()
    const stop = host.on('copiedSecret', ({ outcome }) => {
      copied.value = undefined
      if (outcome === 'waiting') return offerToClear(secret)
      stop()
      if (outcome === 'cleared') showToast(t('tokens.clipboardCleared'))
    })
    stopFollowing = stop
    return true
  }

  async function copyInBrowser(text: string, secret: string): Promise<boolean> {
    if (!(await copyText(text))) return false
    const watcher = watchClipboard()
    latest = watcher
    setTimeout(() => void clear(watcher, secret), seconds * 1000)
    markCopied()
    const hash = await watcher.remember(text)
    // Locking also clears the clipboard. If this call fails, the timer still clears it.
    latchkey()
      .lock.copied({ hash })
      .catch(() => undefined)
    return true
  }

  async function clear(watcher: ReturnType<typeof watchClipboard>, secret: string) {
    if (latest === watcher) copied.value = undefined
    const content = await watcher.end()
    unmarkCopied()
    if (content === 'something-else') return
    if (content === 'the-secret' && (await copyText(''))) {
      return showToast(t('tokens.clipboardCleared'))
    }
    offerToClear(secret)
  }

  function offerToClear(secret: string) {
    showToast(t('tokens.notCleared', { secret }), {
      label: t('app.clearClipboard'),
      isUndo: true,
      run: async () => {
        const isDone = await copyText('')
        showToast(t(isDone ? 'tokens.clipboardCleared' : 'tokens.clipboardNotCleared'))
      },
    })
  }

  return { copy, wasCopied, copied }
}

/** What the clipboard contains, as far as that’s known. */
type ClipboardContent = 'the-secret' | 'something-else' | 'unknown'

/** Checks whether the copied text is still in the clipboard. */
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

  async function end(): Promise<ClipboardContent> {
    // Background pages can neither read nor write the clipboard.
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
