import { defineStore } from 'pinia'
import { ref } from 'vue'
import { useLatchkey } from '../latchkey.ts'

export type WebNotices = NotificationPermission | 'unsupported'

/** The browser's permission to show notifications, which only a click may request. */
export const useWebNotificationsStore = defineStore('web-notices', () => {
  const latchkey = useLatchkey()
  const isSupported = 'Notification' in globalThis
  const permission = ref<WebNotices>(isSupported ? Notification.permission : 'unsupported')

  /** Reports the permission to the Node side, which does not check for notifications without it. */
  async function say() {
    await latchkey().desktop.noticesPermitted({ permitted: permission.value === 'granted' })
  }

  /** Requests the permission, and returns whether it was granted. */
  async function ask(): Promise<boolean> {
    if (permission.value === 'default') permission.value = await Notification.requestPermission()
    await say()
    return permission.value === 'granted'
  }

  return { permission, say, ask }
})
