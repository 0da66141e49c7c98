import type { createRecovery as english } from '../../en/node/create-recovery.ts'

export const createRecovery: Record<keyof typeof english, string> = {
  'createRecovery.answerLost': '応答が失われました。',
  'createRecovery.createdSecretLost':
    '{what}はID {id}で作成されましたが、応答とともにシークレットが失われました。',
  'createRecovery.createdSecretMissing':
    '{what}はID {id}で作成されましたが、応答にシークレットが含まれていませんでした。',
  'createRecovery.deleteRunner':
    'Webの{type, select, group_type {グループRunner} project_type {プロジェクトRunner} other {インスタンスRunner}}の一覧にあれば、トークンが失われているため削除してください。その後、新しく作成してください。',
  'createRecovery.emailAddress': 'メールアドレス「{email}」',
  'createRecovery.forgotten': 'Latchkeyが再起動されたため、確認する対象がわからなくなりました。',
  'createRecovery.forgottenHint': '新しく作成する前に、すでにあるものを確認してください。',
  'createRecovery.gpgKey': 'GPGキー',
  'createRecovery.impersonationToken': '代理トークン「{name}」',
  'createRecovery.maybeOlder':
    '{cause}{what}は作成された可能性があります。同様のものがありますが、以前からあるものかもしれません。',
  'createRecovery.maybeOneOfMany':
    '{cause}{what}は作成された可能性があります。その後、同様のものが複数見つかりました。',
  'createRecovery.notAppeared': '{cause}{what}はまだ見つかりません。',
  'createRecovery.notAppearedHint':
    'サーバーが遅い場合は、これから作成されることもあります。新しく作成する前に、もう一度確認してください。',
  'createRecovery.personalAccessToken': 'パーソナルアクセストークン「{name}」',
  'createRecovery.revoke':
    'シークレットは復元できないため、取り消してください。その後、新しく作成してください。',
  'createRecovery.revokeOnWeb':
    'Webのトークン一覧にあれば、シークレットが失われているため取り消してください。その後、新しく作成してください。',
  'createRecovery.revokeOnWebByUser':
    'ユーザーはWebのこのアドレスで確認できます。一覧にあれば、シークレットが失われているため、ユーザーによる取り消しが必要です。',
  'createRecovery.runner': 'Runner',
  'createRecovery.runnerNamed': 'Runner「{description}」',
  'createRecovery.secretMissing': '応答にシークレットが含まれていませんでした。',
  'createRecovery.serviceAccount': 'サービスアカウント',
  'createRecovery.serviceAccountNamed': 'サービスアカウント「{name}」',
  'createRecovery.sshKey': 'SSHキー「{title}」',
  'createRecovery.token': 'トークン「{name}」',
  'createRecovery.unclearHint':
    '新しく作成する前に、すでにあるものとその作成日時を確認してください。',
  'createRecovery.unlisted':
    '{cause}{what}は作成された可能性があります。Latchkeyではまだ確認できません。',
  'createRecovery.unlistedSecretMissing':
    '{what}は作成されましたが、応答にシークレットが含まれていませんでした。',
  'createRecovery.unread': '{cause}{what}は作成された可能性があります。',
  'createRecovery.unreadHint':
    'GitLabが応答するようになったら、新しく作成する前にもう一度確認してください。',
  'createRecovery.user': 'ユーザー「@{username}」',
}
