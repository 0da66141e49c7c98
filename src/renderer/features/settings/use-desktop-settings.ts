import { computed } from 'vue'
import { useHostFactsStore } from '../../data/stores/host-facts.ts'
import { useSettingsStore } from '../../data/stores/settings.ts'
import { useWebNotificationsStore } from '../../data/stores/web-notifications.ts'
import { useSettingsChange } from '../../data/use-settings-change.ts'

/** What goes on around the page, and what of it there is in this program and on this system. */
export function useDesktopSettings() {
  const store = useSettingsStore()
  const web = useWebNotificationsStore()
  const host = useHostFactsStore()
  const { facts } = host
  // The system may have refused a notice since the start; what was known stays where that can't be asked.
  host.load().catch(() => undefined)
  const { change, failure } = useSettingsChange()
  const isApp = facts.host === 'electron'

  const switchFor = (field: 'closeToTray' | 'startAtLogin') =>
    computed({
      get: () => store.settings[field],
      set: (isOn) => void change({ [field]: isOn }),
    })
  const notices = computed({
    get: () => store.settings.notices && (isApp || web.permission === 'granted'),
    set: (isOn) => void setNotices(isOn),
  })

  async function setNotices(isOn: boolean) {
    if (isOn && !isApp && !(await web.ask())) return
    await change({ notices: isOn })
  }

  return {
    isApp,
    system: facts.system,
    package: facts.package,
    /** Why a browser shows no notices, where it is not for the person to choose here. */
    refusal: computed(() =>
      isApp || !['denied', 'unsupported'].includes(web.permission) ? undefined : web.permission,
    ),
    noticesFail: computed(() => host.facts.noticesFail === true),
    notices,
    closeToTray: switchFor('closeToTray'),
    startAtLogin: switchFor('startAtLogin'),
    failure,
  }
}
