import type { serviceAccounts as english } from '../../en/screens/service-accounts.ts'

export const serviceAccounts: Record<keyof typeof english, string> = {
  'serviceAccounts.accounts': 'アカウント',
  'serviceAccounts.create': 'サービスアカウントを作成',
  'serviceAccounts.created': '{name}を作成しました。',
  'serviceAccounts.createdHint':
    '{name}（{username}）を作成しました。{link}、トークンを作成してください。',
  'serviceAccounts.email': 'メールアドレス',
  'serviceAccounts.emailHint': '確認メールのリンクが開かれた後に使用されます。',
  'serviceAccounts.emailInvalid':
    'name@example.comのような有効なメールアドレスを入力してください。',
  'serviceAccounts.emailPlaceholder': 'nightly-export@example.com',
  'serviceAccounts.empty': 'サービスアカウントはありません',
  'serviceAccounts.emptyHint':
    '下のフォームで作成してから、そのページでトークンを作成してください。',
  'serviceAccounts.generated': '空のフィールドの値はGitLabが生成します。',
  'serviceAccounts.id': 'ID {id}',
  'serviceAccounts.lead': '自動化用のアカウント。GitLab PremiumまたはUltimateが必要です。',
  'serviceAccounts.name': '名前',
  'serviceAccounts.nameHint': '既定値は「Service account user」です。',
  'serviceAccounts.namePlaceholder': '夜間エクスポート',
  'serviceAccounts.newAccount': '新しいサービスアカウント',
  'serviceAccounts.newest': '新しい順',
  'serviceAccounts.oldest': '古い順',
  'serviceAccounts.openCreated': 'アカウントを開いて',
  'serviceAccounts.openNamed': '{name}（@{username}）を開く',
  'serviceAccounts.sort': '並べ替え',
  'serviceAccounts.tierHint': 'PremiumまたはUltimateのないインスタンスでも同じエラーが返されます。',
  'serviceAccounts.title': 'サービスアカウント',
  'serviceAccounts.unavailable': 'サービスアカウントは利用できません',
  'serviceAccounts.unavailableHint':
    'GitLab PremiumまたはUltimateと、管理者のトークンが必要です。GitLabの応答: {answer}',
  'serviceAccounts.unconfirmedEmail': '{email}（未確認）',
  'serviceAccounts.username': 'ユーザー名 A–Z',
  'serviceAccounts.usernameDescending': 'ユーザー名 Z–A',
  'serviceAccounts.usernameField': 'ユーザー名',
  'serviceAccounts.usernamePlaceholder': 'nightly-export',
}
