import { type ListedPerson, PEOPLE_PER_PAGE, PERSON_STATES } from '@companion/contract/staff/people';
import { buttonClass } from '@companion/web/ui/buttonClass.ts';
import { Card } from '@companion/web/ui/Card.tsx';
import { Message } from '@companion/web/ui/Message.tsx';
import { SelectField } from '@companion/web/ui/SelectField.tsx';
import { Link } from 'react-router';
import { useStaffQuery } from '../api/useStaffQuery.ts';
import { numberText, peopleText } from '../page/countText.ts';
import { Filters } from '../page/Filters.tsx';
import { PeopleIcon } from '../page/icons.tsx';
import { Loaded } from '../page/Loaded.tsx';
import listStyles from '../page/list.module.css';
import { PageHead } from '../page/PageHead.tsx';
import { Pager } from '../page/Pager.tsx';
import { SearchField } from '../page/SearchField.tsx';
import { usePagedSearch } from '../page/useSearch.ts';
import { paths } from '../paths.ts';
import { AddPerson } from './AddPerson.tsx';
import { Funnel } from './Funnel.tsx';
import { InviteEveryone } from './InviteEveryone.tsx';
import styles from './PeoplePage.module.css';
import { PersonBadges } from './PersonBadges.tsx';
import { fullName, STATE_NAMES } from './personTexts.ts';

/** The attendees: how far they have come, and a list to search. */
export function PeoplePage() {
  const { values, filter, pages } = usePagedSearch<'q' | 'state' | 'type'>();
  const { q: search = '', type } = values;
  const state = PERSON_STATES.find((one) => one === values.state);
  const given = { search, state, organizationType: type, page: String(pages.page) };
  const query = useStaffQuery('getPeople', given, { partOf: 'people' });
  const counts = useStaffQuery('getPeopleCounts', {}).data?.results;
  const states = (counts?.states ?? []).map(
    ({ state: one, people }) => [one, `${STATE_NAMES[one]} (${numberText(people)})`] as const,
  );
  const types = (counts?.organizationTypes ?? [])
    .filter(({ name }) => name !== '')
    .map(({ name, people }) => [name, `${name} (${numberText(people)})`] as const);
  return (
    <>
      <PageHead
        title="People"
        actions={
          <>
            <Link to={paths.peopleImport} className={buttonClass('secondary')}>
              Import attendees
            </Link>
            <AddPerson />
          </>
        }
      >
        Everyone who takes part, and how far they have come.
      </PageHead>
      <Funnel />
      <InviteEveryone />
      <Filters>
        <SearchField
          label="Search a name, e-mail, phone or organization"
          value={search}
          onSearch={(q) => filter({ q })}
        />
        <SelectField
          label="State"
          placeholder="All"
          options={states}
          value={state ?? ''}
          onChange={({ currentTarget }) => filter({ state: currentTarget.value })}
        />
        <SelectField
          label="Organization type"
          placeholder="All"
          options={types}
          value={type ?? ''}
          onChange={({ currentTarget }) => filter({ type: currentTarget.value })}
        />
      </Filters>
      <Loaded query={query}>
        {({ results: { people, total } }) => (
          <>
            <p className={styles.total} role="status">
              {peopleText(total)}
            </p>
            {people.length === 0 ? (
              <Message icon={<PeopleIcon />}>
                {search || state || type ? 'No matches.' : 'There is no one yet.'}
              </Message>
            ) : (
              <Card as="ul" className={listStyles.list}>
                {people.map((person) => (
                  <PersonRow key={person.id} person={person} />
                ))}
              </Card>
            )}
            <Pager {...pages} perPage={PEOPLE_PER_PAGE} total={total} labels={['Previous', 'Next']} />
          </>
        )}
      </Loaded>
    </>
  );
}

const PersonRow = ({ person }: { person: ListedPerson }) => (
  <li className={listStyles.row}>
    <div className={listStyles.text}>
      <Link to={paths.person(person.id)} className={`written ${listStyles.name}`}>
        {fullName(person)}
      </Link>
      <span className="written">{[person.organizationName, person.organizationType].filter(Boolean).join(', ')}</span>
      <span className={`written ${listStyles.detail}`}>{[person.email, person.phone].filter(Boolean).join(', ')}</span>
    </div>
    <div className={styles.badges}>
      <PersonBadges person={person} />
    </div>
  </li>
);
