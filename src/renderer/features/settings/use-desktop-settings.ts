import { computed } from 'vue'
import { useHostFactsStore } from '../../data/stores/host-facts.ts'
import { useSettingsChange, useSettingsStore } from '../../data/stores/settings.ts'
import { useWebNotificationsStore } from '../../data/stores/web-notifications.ts'

/** Notifications, the tray and starting at sign-in, as far as this host and system have them. */
export function useDesktopSettings() {
  const store = useSettingsStore()
  const web = useWebNotificationsStore()
  const host = useHostFactsStore()
  const { facts } = host
  // The system may have refused a notification since the start. If it can't be asked, the last answer stays.
  host.load().catch(() => undefined)
  const { change, failure } = useSettingsChange()
  const isApp = facts.host === 'electron'

  const switchFor = (field: 'closeToTray' | 'startAtLogin') =>
    computed({
      get: () => store.settings[field],
      set: (isOn) => void change({ [field]: isOn }),
    })
  const notifications = computed({
    get: () => store.settings.notices && (isApp || web.permission === 'granted'),
    set: (isOn) => void setNotifications(isOn),
  })

  async function setNotifications(isOn: boolean) {
    if (isOn && !isApp && !(await web.request())) return
    await change({ notices: isOn })
  }

  return {
    isApp,
    system: facts.system,
    package: facts.package,
    /** Why a browser shows no notifications, if that can't be changed here. */
    refusal: computed(() =>
      isApp || !['denied', 'unsupported'].includes(web.permission) ? undefined : web.permission,
    ),
    notificationsFail: computed(() => host.facts.noticesFail === true),
    notifications,
    closeToTray: switchFor('closeToTray'),
    startAtLogin: switchFor('startAtLogin'),
    failure,
  }
}
