import type { updates as english } from '../../en/screens/updates.ts'

export const updates: Record<keyof typeof english, string> = {
  'updates.appStore':
    'Les mises à jour viennent de la boutique depuis laquelle vous avez installé Latchkey.',
  'updates.beta': 'Bêta',
  'updates.betaHint': 'Les nouvelles fonctionnalités plus tôt.',
  'updates.browser': 'Mettez Latchkey à jour sur cet ordinateur avec l’outil qui l’a installé.',
  'updates.channel': 'Canal',
  'updates.check': 'Rechercher des mises à jour',
  'updates.checkDaily': 'Rechercher automatiquement des mises à jour',
  'updates.checkDailyHint':
    'Une fois par jour, là où vous avez obtenu Latchkey. N’envoie rien à votre sujet et n’installe rien sans vous le demander.',
  'updates.download': 'Télécharger',
  'updates.downloading': 'Téléchargement : {percent} %',
  'updates.fromSource':
    'Latchkey s’exécute depuis son code source. Mettez le code à jour et compilez-le à nouveau.',
  'updates.installOnQuit': 'Installée lorsque vous quittez Latchkey.',
  'updates.noSource':
    'Ce paquet n’a pas de source de mises à jour. Cherchez une nouvelle version là où vous l’avez téléchargé.',
  'updates.notNow': 'Pas maintenant',
  'updates.packageManager':
    'Les mises à jour viennent du gestionnaire de paquets de votre système.',
  'updates.portable':
    'L’application portable ne se met pas à jour elle-même. Remplacez-la par une plus récente ; vos données sont conservées.',
  'updates.postponed': 'Mise à jour reportée de trois jours.',
  'updates.readOnly':
    'Latchkey ne peut pas se remplacer dans ce dossier. Déplacez-le dans un de vos dossiers (sur un Mac, dans Applications) et ouvrez-le là.',
  'updates.released': 'Publiée le {date}',
  'updates.restart': 'Redémarrer et installer',
  'updates.skip': 'Ignorer cette version',
  'updates.skipped': 'Vous avez ignoré cette version.',
  'updates.stable': 'Stable',
  'updates.stableHint': 'D’abord testée par d’autres.',
  'updates.title': 'Mises à jour',
  'updates.unsigned':
    'Ce paquet ne peut pas vérifier les mises à jour, car il n’est pas signé. Téléchargez les nouvelles versions là où vous l’avez obtenu.',
  'updates.upToDate': 'Latchkey est à jour.',
  'updates.version': 'Version {version}',
}
