import { hash } from 'node:crypto';
import { migrationStatements } from '@companion/testkit/migrationStatements';
import { expect, test } from 'vitest';

/** Of the statements of each landed migration. A change here is a change of tables that databases already have. */
const LANDED = {
  '0001_tables': '26af744da78dd979877e9cf59161f9af3df416faf3b747d76bab7435250ab309',
  '0002_fair_counts': '48e27f5fbebf6afbcb1141793b7acc57cb5e32bf5e9ed1b852f8cd7afe86d243',
  '0003_stage': '69250625eaff862dedc23d368ae9575469b8193c7cbed009c3f0baa0dcb27307',
  '0004_programme': 'd30392b98e171f72d17ac88c5d8f3e9aebb93200dd1c92ad590cd72fbc03241a',
  '0005_event_names': 'f1e158bdb89a41f97f6acc7ae494b5f10f53895e318b8979ae242afa7c0f9c8c',
  '0006_saved_sessions': '6176d907d8294271740a3517df75b72feb1035bda99653eb9898897ff20e60e1',
  '0007_told_of_changes': 'ae5345987b76c822615fe5e7c2187363bc54776a4c9d8b7110b65ce32aceeed6',
  '0008_notes': '27cd669a1919c338e10574985e96fd4727b2695422435a42c13407c4e1965fb4',
};

test('migrations: each landed migration makes what it made when it landed (decision 002)', async () => {
  const statements = Object.entries(await migrationStatements());

  expect(Object.fromEntries(statements.map(([name, all]) => [name, hash('sha256', all.join('\n'))]))).toEqual(LANDED);
});
