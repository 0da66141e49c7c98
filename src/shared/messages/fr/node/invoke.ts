import type { invoke as english } from '../../en/node/invoke.ts'

export const invoke: Record<keyof typeof english, string> = {
  'invoke.accountNeeded': 'Un compte est nécessaire.',
  'invoke.askForAccess': 'Demandez l’accès à un administrateur, ou utilisez un compte qui l’a.',
  'invoke.chooseLess':
    'Rien n’a été envoyé. Sélectionnez moins d’éléments ou saisissez moins de texte.',
  'invoke.noAdministrator': '@{username} n’est pas administrateur de cette instance.',
  'invoke.notOpen': 'Ce n’est pas disponible ici.',
  'invoke.reload': 'Rechargez la fenêtre et réessayez.',
  'invoke.tooMuch': 'C’est trop pour un seul envoi.',
  'invoke.unexpected': 'Une erreur s’est produite dans Latchkey.',
  'invoke.unexpectedHint': 'Réessayez. Si cela continue, redémarrez Latchkey.',
  'invoke.unknown': 'Cette version de Latchkey ne sait pas faire cela.',
}
