export default function App() {
  return (
    <Card title="Notifications">
      <Switch label="Email" defaultChecked />
      <Switch label="Push" />
      <Slider label="Quiet from hour" min={0} max={23} defaultValue={[22]} />
      <Slider label="Volume" min={0} max={10} defaultValue={[4]} />
      <Choice label="Digest" options={["Never", "Daily", "Weekly"]} defaultValue="Daily" />
      <Checkbox label="Include news of friends" defaultChecked />
      <Text tone="muted" size="sm">Changes count from tomorrow.</Text>
      <Button action="Save settings" full>Save settings</Button>
    </Card>
  );
}
