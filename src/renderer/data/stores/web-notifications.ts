import { defineStore } from 'pinia'
import { ref } from 'vue'
import { useLatchkey } from '../latchkey.ts'

export type WebNotices = NotificationPermission | 'unsupported'

/** Whether this browser lets Latchkey show notices, which only a click may ask for. */
export const useWebNotificationsStore = defineStore('web-notices', () => {
  const latchkey = useLatchkey()
  const isSupported = 'Notification' in globalThis
  const permission = ref<WebNotices>(isSupported ? Notification.permission : 'unsupported')

  /** Tells the Node side, which looks for nothing that nobody would see. */
  async function say() {
    await latchkey().desktop.noticesPermitted({ permitted: permission.value === 'granted' })
  }

  /** Asks the person through their browser; answers whether they let it. */
  async function ask(): Promise<boolean> {
    if (permission.value === 'default') permission.value = await Notification.requestPermission()
    await say()
    return permission.value === 'granted'
  }

  return { permission, say, ask }
})
