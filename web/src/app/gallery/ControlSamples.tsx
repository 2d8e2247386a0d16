import { useState } from 'react';
import { useFormat } from '../../shared/format/use-format.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { classNames } from '../../ui/class-names.ts';
import { FileDrop } from '../../ui/FileDrop.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { Picker } from '../../ui/Picker.tsx';
import { Select } from '../../ui/Select.tsx';
import { Textarea } from '../../ui/Textarea.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { Tooltip } from '../../ui/Tooltip.tsx';
import styles from './Gallery.module.css';

const cx = classNames(styles);

const KENDRAS = [
  { value: 'main', label: 'Main centre' },
  { value: 'district', label: 'District centre' },
];

const DISTRICTS = [
  { value: 'pune', label: 'Pune', note: '120 learners' },
  { value: 'nashik', label: 'Nashik', note: '64 learners' },
  { value: 'aligarh', label: 'अलीगढ़', note: '31 learners' },
];
const WORDS = {
  chosen: 'Selected',
  remove: (label: string) => `Remove ${label}`,
  add: (typed: string) => `Use “${typed}”`,
  noMatch: 'No match',
  found: (count: number) => `${count} found`,
};

export function ControlSamples() {
  const format = useFormat();
  const [file, setFile] = useState<File | null>(null);
  const [districts, setDistricts] = useState<readonly string[]>(['pune']);
  return (
    <>
      <Card title="Buttons" description="One primary action on a page">
        <div className={cx('row')}>
          <Button variant="primary">Primary</Button>
          <Button>Secondary</Button>
          <Button variant="ghost">Ghost</Button>
          <Button variant="danger" icon="delete">
            Delete
          </Button>
        </div>
        <div className={cx('row')}>
          <Button variant="primary" loading>
            Saving
          </Button>
          <Button disabled>Disabled</Button>
          <Button size="compact" icon="refresh">
            Refresh
          </Button>
          <Button size="compact" variant="ghost" icon="person-add">
            Add learner
          </Button>
          <Tooltip text="Reset the password">
            <IconButton icon="lock-reset" label="Reset the password" />
          </Tooltip>
          <IconButton icon="edit" label="Edit" />
          <IconButton icon="delete" label="Delete" tone="danger" />
        </div>
      </Card>
      <Card title="Fields">
        <div className={cx('stack')}>
          <TextField label="Search" labelHidden type="search" placeholder="Search lessons" />
          <TextField label="Title · शीर्षक" hint="As learners will see it" required />
          <TextField
            label="Phone number"
            prefixText="+91"
            defaultValue="98765"
            error="Ten digits are needed."
          />
          <Select label="Centre" placeholder="Choose a centre" options={KENDRAS} defaultValue="" />
          <Picker
            label="Districts · ज़िले"
            options={DISTRICTS}
            chosen={districts}
            words={WORDS}
            takesNew
            onChange={setDistricts}
          />
          <Textarea label="Description" rows={2} />
          <Checkbox label="Publish when ready" hint="Learners see it at once" defaultChecked />
        </div>
      </Card>
      <Card title="File">
        <FileDrop
          label="Drop a video here"
          hint="MP4, MOV or MKV, up to 20 GB"
          browseLabel="Choose a file"
          removeLabel="Remove this file"
          accept="video/*"
          file={file}
          describe={(chosen) => format.bytes(chosen.size)}
          onChange={setFile}
        />
      </Card>
    </>
  );
}
