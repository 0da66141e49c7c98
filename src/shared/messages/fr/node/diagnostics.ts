import type { diagnostics as english } from '../../en/node/diagnostics.ts'

export const diagnostics: Record<keyof typeof english, string> = {
  'diagnostics.accounts': 'Comptes : {count}',
  'diagnostics.app':
    'Latchkey {version} ({host, select, electron {application de bureau} other {dans un navigateur}})',
  'diagnostics.keychain': 'Trousseau : {state} ({name})',
  'diagnostics.linux':
    'Bureau : {desktop}, affichage : {display}, bus de session : {bus, select, yes {oui} other {non}}',
  'diagnostics.log': 'Dernières lignes du journal :',
  'diagnostics.no': 'aucun',
  'diagnostics.otherDesktop': 'autre',
  'diagnostics.pageCrashes': 'La page de Latchkey a planté plusieurs fois.',
  'diagnostics.pageCrashesHint':
    'Les actions en file d’attente et ce que vous avez saisi sont conservés. Consultez Paramètres → Diagnostic ou le journal ; docs/troubleshooting.md indique où il se trouve.',
  'diagnostics.pageUnresponsive': 'La page de Latchkey ne répond pas.',
  'diagnostics.pageUnresponsiveHint':
    'Elle est peut-être occupée. La recharger conserve ce que vous avez saisi.',
  'diagnostics.programs': 'Programmes : {programs}',
  'diagnostics.proxies':
    'Variables de proxy : {areSet, select, yes {définies} other {non définies}}',
  'diagnostics.quit': 'Quitter',
  'diagnostics.reload': 'Recharger',
  'diagnostics.system': 'Système : {system}',
  'diagnostics.tryAgain': 'Réessayer',
  'diagnostics.wait': 'Attendre',
}
