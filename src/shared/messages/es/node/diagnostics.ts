import type { diagnostics as english } from '../../en/node/diagnostics.ts'

export const diagnostics: Record<keyof typeof english, string> = {
  'diagnostics.accounts': 'Cuentas: {count}',
  'diagnostics.app':
    'Latchkey {version} ({host, select, electron {aplicación de escritorio} other {en un navegador}})',
  'diagnostics.keychain': 'Llavero: {state} ({name})',
  'diagnostics.linux':
    'Escritorio: {desktop}, servidor gráfico: {display}, bus de sesión: {bus, select, yes {sí} other {no}}',
  'diagnostics.log': 'Últimas líneas del registro:',
  'diagnostics.no': 'ninguno',
  'diagnostics.otherDesktop': 'otro',
  'diagnostics.pageCrashes': 'La página de Latchkey falló varias veces.',
  'diagnostics.pageCrashesHint':
    'Las acciones en cola y lo que escribió se conservan. Consulte Ajustes → Diagnóstico o el registro; docs/troubleshooting.md indica dónde está.',
  'diagnostics.pageUnresponsive': 'La página de Latchkey no responde.',
  'diagnostics.pageUnresponsiveHint':
    'Puede que esté ocupada. Al volver a cargarla se conserva lo que escribió.',
  'diagnostics.programs': 'Programas: {programs}',
  'diagnostics.proxies':
    'Variables de proxy: {areSet, select, yes {definidas} other {sin definir}}',
  'diagnostics.quit': 'Salir',
  'diagnostics.reload': 'Volver a cargar',
  'diagnostics.system': 'Sistema: {system}',
  'diagnostics.tryAgain': 'Volver a intentarlo',
  'diagnostics.wait': 'Esperar',
}
