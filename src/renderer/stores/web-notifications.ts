import { defineStore } from 'pinia'
import { ref } from 'vue'
import type { Visit } from '../../shared/operations/desktop.ts'
import { useHost, useLatchkey } from '../bridge/latchkey.ts'

export type WebNotices = NotificationPermission | 'unsupported'

/** Browser notifications, for which only a click may request permission. The desktop app uses native ones. */
export const useWebNotificationsStore = defineStore('web-notices', () => {
  const latchkey = useLatchkey()
  const host = useHost()
  const isSupported = 'Notification' in globalThis
  const permission = ref<WebNotices>(isSupported ? Notification.permission : 'unsupported')

  /** Shows notifications if permitted. Clicking one opens its screen. Returns a function that stops this. */
  function show(openScreen: (visit: Visit) => unknown): () => void {
    // A failure can only cause missing notifications.
    reportPermission().catch(() => undefined)
    return host.on('notice', ({ key, title, text, visit, onScreen }) => {
      if (permission.value !== 'granted' || (onScreen && document.hasFocus())) return
      // The tag keeps several pages in one browser from showing duplicates.
      const notification = new Notification(title, { body: text, tag: key })
      notification.addEventListener('click', () => {
        window.focus()
        notification.close()
        void openScreen(visit)
      })
    })
  }

  /** Reports the permission to core, which otherwise doesn’t check for notifications. */
  async function reportPermission() {
    await latchkey().desktop.noticesPermitted({ permitted: permission.value === 'granted' })
  }

  /** Asks for permission; returns whether it was granted. */
  async function request(): Promise<boolean> {
    if (permission.value === 'default') permission.value = await Notification.requestPermission()
    await reportPermission()
    return permission.value === 'granted'
  }

  return { permission, show, request }
})
