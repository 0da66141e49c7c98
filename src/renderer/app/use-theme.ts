import { computed, onScopeDispose, ref, watchEffect } from 'vue'
import { useSettingsStore } from '../data/stores/settings.ts'
import { applyTokens, dark, light } from '../ui/tokens.ts'

/** Applies the density and the theme, which may follow the system, to the CSS variables. */
export function useTheme() {
  const store = useSettingsStore()
  const system = window.matchMedia('(prefers-color-scheme: dark)')
  const systemIsDark = ref(system.matches)
  const follow = () => (systemIsDark.value = system.matches)
  system.addEventListener('change', follow)
  onScopeDispose(() => system.removeEventListener('change', follow))

  const isDark = computed(() => {
    const { theme } = store.settings
    return theme === 'system' ? systemIsDark.value : theme === 'dark'
  })
  const tokens = computed(() => (isDark.value ? dark : light))

  watchEffect(() => {
    document.documentElement.dataset.density = store.settings.density
    applyTokens(document.documentElement, tokens.value)
    document.documentElement.style.colorScheme = isDark.value ? 'dark' : 'light'
  })

  return { isDark, density: computed(() => store.settings.density) }
}
