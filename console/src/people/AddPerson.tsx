import { useState } from 'react';
import { Link } from 'react-router';
import { eventInfo } from '../api/eventInfo.ts';
import { sendStaffCall } from '../api/sendStaffCall.ts';
import type { StaffAnswer } from '../api/staffRequest.ts';
import { ActionButton } from '../page/ActionButton.tsx';
import { Dialog, DialogActions, DialogText } from '../page/Dialog.tsx';
import { FormField, FormSelect, StaffForm } from '../page/StaffForm.tsx';
import { useKeptFields } from '../page/useKeptFields.ts';
import { paths } from '../paths.ts';
import { fullName } from './personTexts.ts';
import { ShownLink } from './ShownLink.tsx';

type Added = StaffAnswer<'addPerson'>['results'];

/** Adds a person who came without a ticket. */
export function AddPerson() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <ActionButton onPress={() => setOpen(true)}>Add a person</ActionButton>
      {isOpen && <AddDialog onClose={() => setOpen(false)} />}
    </>
  );
}

function AddDialog({ onClose }: { onClose(): void }) {
  const [added, setAdded] = useState<Added>();
  const { field, discard } = useKeptFields('new person');
  const types = eventInfo.use()?.organizationTypes ?? [];
  const add = async (values: Record<string, string>) => {
    // The server checks the fields, and its messages stand below them.
    const { results } = await sendStaffCall('addPerson', { ...values }, [
      'getPeople',
      'getPeopleCounts',
      'getPeopleFunnel',
    ]);
    discard();
    setAdded(results);
  };
  return (
    <Dialog title={added ? `${fullName(added.person)} is added` : 'Add a person'} onClose={onClose}>
      {(close) => (
        <DialogText>
          {added ? (
            <>
              <ShownLink link={added.link} expiresAt={added.expiresAt} />
              <Link to={paths.person(added.person.id)} onClick={close}>
                Open {fullName(added.person)}
              </Link>
              <DialogActions>
                <ActionButton variant="secondary" onPress={close}>
                  Done
                </ActionButton>
              </DialogActions>
            </>
          ) : (
            <>
              <p>For someone without a ticket. They enter on their phone what you leave empty, apart from the name.</p>
              <StaffForm
                action="Add"
                onSubmit={add}
                onCancel={() => {
                  discard();
                  close();
                }}
              >
                <FormField {...field('firstName')} label="First name" autoComplete="off" />
                <FormField {...field('lastName')} label="Last name" autoComplete="off" />
                <FormField {...field('phone')} label="Phone" type="tel" autoComplete="off" />
                <FormField {...field('email')} label="E-mail" type="email" autoComplete="off" />
                <FormField {...field('organizationName')} label="Organization" autoComplete="off" />
                <FormSelect
                  {...field('organizationType')}
                  label="Organization type"
                  placeholder="Not known"
                  options={types}
                />
              </StaffForm>
            </>
          )}
        </DialogText>
      )}
    </Dialog>
  );
}
